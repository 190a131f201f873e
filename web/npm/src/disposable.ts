/** Makes `using` free an object, where the platform has it. */
export function disposable(prototype: { free(): void }): void {
  const dispose: symbol | undefined = Symbol.dispose;
  if (dispose !== undefined) {
    Object.defineProperty(prototype, dispose, {
      configurable: true,
      value: function (this: { free(): void }) {
        this.free();
      },
    });
  }
}
