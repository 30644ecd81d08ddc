// The engine of web/build in Node.

/** One engine with its games. */
export class Engine {
  /** @param {WebAssembly.Module} module */
  static of(module) {
    return new Engine(new WebAssembly.Instance(module, {}).exports);
  }

  constructor(exports) {
    this.exports = exports;
  }

  /** Returns the answer to a request, both JSON. */
  call(request) {
    const { exports } = this;
    const bytes = new TextEncoder().encode(request);
    const room = exports.hotgates_room(bytes.length);
    new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
    exports.hotgates_call();
    const answer = new Uint8Array(exports.memory.buffer, exports.hotgates_answer(), exports.hotgates_answer_length());
    return new TextDecoder().decode(answer);
  }
}
