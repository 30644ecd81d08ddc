// Workers with the engine in them, so that the page answers while they think.

import { saidInWords } from "./texts.js";

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;
let workerSource = "";

/**
 * Says where engines come from.
 * @param {Promise<WebAssembly.Module>} module
 * @param {string} source Script of the worker.
 */
export function setEngine(module, source) {
  compiled = module;
  workerSource = source;
}

/** The engine refused a request, or was stopped. */
export class EngineFault extends Error {}

/** A worker with an engine: each request has one answer, in order. */
export class Engine {
  constructor() {
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (why: Error) => void }>} */
    this.waiting = new Map();
    this.next = 0;
    this.stopped = false;
    this.worker = this.startWorker();
  }

  /** @returns {Promise<Worker>} */
  async startWorker() {
    const module = await /** @type {Promise<WebAssembly.Module>} */ (compiled);
    const address = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    const ready = new Promise((resolve, reject) => {
      worker.onmessage = (event) => {
        if (event.data.ready) resolve(undefined);
        else this.hear(event.data.id, event.data.answer);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        const why = new EngineFault(event.message || "the engine stopped");
        reject(why);
        this.forget(why);
      };
    });
    worker.postMessage({ module });
    await ready;
    return worker;
  }

  /**
   * @param {number} id
   * @param {string} answer
   */
  hear(id, answer) {
    const waiter = this.waiting.get(id);
    this.waiting.delete(id);
    const said = JSON.parse(answer);
    if (said.error === undefined) waiter?.resolve(said);
    else waiter?.reject(new EngineFault(saidInWords(said.error)));
  }

  /** @param {Error} why */
  forget(why) {
    for (const { reject } of this.waiting.values()) reject(why);
    this.waiting.clear();
  }

  /**
   * Returns the answer to a request.
   * @param {Record<string, unknown>} request
   * @returns {Promise<any>}
   */
  async ask(request) {
    const worker = await this.worker;
    if (this.stopped) throw new EngineFault("stopped");
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, request: JSON.stringify(request) });
    });
  }

  /** Ends the worker in the middle of whatever it does. */
  stop() {
    this.stopped = true;
    this.worker.then((worker) => worker.terminate(), () => {});
    this.forget(new EngineFault("stopped"));
  }
}
