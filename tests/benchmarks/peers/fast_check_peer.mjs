// The vector-mean property under fast-check: prints the microseconds a case, generation and exact check included.
//
//     node fast_check_peer.mjs CASES, where fast-check is installed beside it or in NODE_PATH's parent folder
import { createRequire } from 'node:module';

const fc = createRequire(`${process.cwd()}/`)('fast-check');
const cases = Number(process.argv[2]);

const number = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.maxSafeInteger().map((integer) => Math.trunc(integer / 2 ** 13) / 2 ** 20));
const window = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 4 })).chain(([rows, width]) =>
  fc.tuple(
    fc.array(fc.array(number, { minLength: width, maxLength: width }), { minLength: rows, maxLength: rows }),
    fc.array(fc.integer({ min: 1, max: 999 }), { minLength: rows, maxLength: rows })));

function mean(rows, counts) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (rows[0] ?? []).map((_, j) => rows.reduce((sum, row) => sum + row[j], 0) / total);
}

const bits = new DataView(new ArrayBuffer(8));

/** The number times 2^1074, an integer. */
function scaled(value) {
  bits.setFloat64(0, value);
  const pattern = bits.getBigUint64(0);
  const field = (pattern >> 52n) & 2047n;
  const fraction = pattern & ((1n << 52n) - 1n);
  const magnitude = field === 0n ? fraction : (fraction + (1n << 52n)) << (field - 1n);
  return pattern >> 63n ? -magnitude : magnitude;
}

const abs = (value) => (value < 0n ? -value : value);
let seen = 0;

const property = fc.property(window, ([rows, counts]) => {
  seen += 1;
  const total = BigInt(counts.reduce((sum, count) => sum + count, 0));
  return mean(rows, counts).every((answer, j) => {
    let sum = 0n;
    let magnitude = 0n;
    for (const row of rows) {
      const value = scaled(row[j]);
      sum += value;
      magnitude += abs(value);
    }
    return abs(scaled(answer) * total - sum) << 53n <= BigInt(rows.length + 4) * magnitude;
  });
});

const start = process.hrtime.bigint();
fc.assert(property, { numRuns: cases, seed: 1 });
console.log(Number(process.hrtime.bigint() - start) / 1e3 / seen);
