// Plays every replay of `tools/soak/run --replays FILE` again in WebAssembly, and compares the hashes of their courses.
//
//   node tools/soak/page.mjs FILE

import { createReadStream, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { Engine } from "../web/engine.mjs";

const wasm = join(dirname(fileURLToPath(import.meta.url)), "../../web/build/hotgates.wasm");
const engine = Engine.of(await WebAssembly.compile(readFileSync(wasm)));
const ask = (request) => JSON.parse(engine.call(JSON.stringify(request)));
let equal = 0;
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const [seed, hash, replay] = line.split(" ");
  const opened = ask({ do: "open", replay });
  if (opened.hash !== hash) {
    console.error(`error: seed ${seed}: ${JSON.stringify(opened)}, not ${hash}`);
    process.exit(1);
  }
  ask({ do: "close", game: opened.game });
  equal += 1;
}
console.log(`${equal} battles are the same in WebAssembly`);
