// A right vector-mean and a right batch-total in JavaScript, as a program that speaks JSON Lines.
//
//     gradvet vet 'exec:node totals.mjs' --contract vector-mean
//     gradvet vet 'exec:node totals.mjs' --contract batch-total
//
// A Number is exact up to 2^53 only. Each count is below that, but their sum may pass it: they are summed as BigInt.
import { createInterface } from "node:readline";

const exactSum = (counts) => counts.reduce((sum, count) => sum + BigInt(count), 0n);

function vectorMean({ gradient_vectors, example_counts }) {
  const total = Number(exactSum(example_counts)); // rounded once
  const sums = new Array(gradient_vectors[0]?.length ?? 0).fill(0);
  for (const row of gradient_vectors) row.forEach((value, j) => (sums[j] += value));
  return sums.map((sum) => sum / total);
}

const batchTotal = ({ batch_sizes }) => exactSum(batch_sizes);

// JSON.stringify knows no BigInt; -0 it writes as 0, which means the same here.
const text = (result) => (typeof result === "bigint" ? String(result) : JSON.stringify(result));

const contracts = { "vector-mean": vectorMean, "batch-total": batchTotal };

for await (const line of createInterface({ input: process.stdin })) {
  const { id, contract, args } = JSON.parse(line);
  process.stdout.write(`{"id":${id},"result":${text(contracts[contract](args))}}\n`);
}
