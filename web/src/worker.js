// The engine in a worker: requests in, answers out, one after the other.

/** @typedef {{ memory: WebAssembly.Memory, hotgates_room(length: number): number, hotgates_call(): void, hotgates_answer(): number, hotgates_answer_length(): number }} EngineExports */

/**
 * Starts the engine of a compiled module and answers every message with what it says.
 * @param {typeof globalThis} scope
 */
function serveEngine(scope) {
  /** @type {EngineExports | undefined} */
  let engine;
  scope.onmessage = (event) => {
    const { module, id, request } = event.data;
    if (module) {
      const instance = new WebAssembly.Instance(/** @type {WebAssembly.Module} */ (module), {});
      engine = /** @type {EngineExports} */ (/** @type {unknown} */ (instance.exports));
      scope.postMessage({ ready: true });
      return;
    }
    scope.postMessage({ id, answer: engine ? callEngine(engine, request) : '{"error":"not ready"}' });
  };
}

/**
 * Passes a request to the engine and returns its answer, both JSON.
 * @param {EngineExports} engine
 * @param {string} request
 * @returns {string}
 */
function callEngine(engine, request) {
  const bytes = new TextEncoder().encode(request);
  const room = engine.hotgates_room(bytes.length);
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  engine.hotgates_call();
  const answer = new Uint8Array(engine.memory.buffer, engine.hotgates_answer(), engine.hotgates_answer_length());
  return new TextDecoder().decode(answer);
}

serveEngine(globalThis);
