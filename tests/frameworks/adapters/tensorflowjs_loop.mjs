// TensorFlow.js: variableGrads of each microbatch, added by hand, and one applyGradients. The argument says how the
// loss of a microbatch is made: mean-of-means or sum-over-total.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const load = createRequire(`${process.env.FRAMEWORK_MODULES}/`);
const tf = load("@tensorflow/tfjs");

const MOST_EXAMPLES = 4096;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const losses = {
  "mean-of-means": (products, counts) => tf.div(tf.mean(products), counts.length),
  "sum-over-total": (products, counts) => tf.div(tf.sum(products), sum(counts)),
};
const lossOf = losses[process.argv[2]];

function window(gradients, counts) {
  const width = gradients[0].length;
  const w = tf.variable(tf.zeros([width, 1]));
  let accumulated = tf.zerosLike(w);
  gradients.forEach((gradient, i) => {
    const zeros = new Array(width * (counts[i] - 1)).fill(0);
    const examples = tf.tensor2d([...gradient, ...zeros], [counts[i], width]);
    const { grads } = tf.variableGrads(() => lossOf(tf.matMul(examples, w), counts), [w]);
    accumulated = tf.add(accumulated, grads[w.name]);
  });
  tf.train.sgd(1).applyGradients({ [w.name]: accumulated });
  const result = Array.from(w.dataSync(), (number) => -number);
  w.dispose();
  return result;
}

function answer({ gradient_vectors: gradients, example_counts: counts }) {
  if (!gradients.length || !gradients[0].length) return { declined: "nothing to train on" };
  if (Math.max(...counts) > MOST_EXAMPLES || counts.includes(0)) return { declined: "not built example by example" };
  return { result: tf.tidy(() => window(gradients, counts)) };
}

await tf.setBackend("cpu");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, args } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id, ...answer(args) })}\n`);
}
