// SHA-256 of a text. Browsers have it on secure addresses only, and at home a table is often opened by plain http: there
// it is worked out here.

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const known = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return hex(known ? new Uint8Array(await known.digest("SHA-256", bytes)) : digest(bytes));
}

/** The first 32 bits behind the point of a root of a number. */
const behindPoint = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime > 0)) found.push(n);
  return found;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** FIPS 180-4, section 6.2. */
export function digest(bytes: Uint8Array): Uint8Array {
  const constants = primes(64).map((prime) => behindPoint(Math.cbrt(prime)));
  const sums = primes(8).map((prime) => behindPoint(Math.sqrt(prime)));
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new DataView(new ArrayBuffer(length));
  bytes.forEach((byte, i) => padded.setUint8(i, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  const w = new Int32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let t = 0; t < 64; t++) {
      if (t < 16) {
        w[t] = padded.getInt32(block + 4 * t);
        continue;
      }
      const [early, late] = [w[t - 15]!, w[t - 2]!];
      const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      w[t] = w[t - 16]! + s0 + w[t - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = sums as [number, number, number, number, number, number, number, number];
    for (let t = 0; t < 64; t++) {
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + constants[t]! + w[t]!) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (sums[i] = (sums[i]! + word) | 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  sums.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}
