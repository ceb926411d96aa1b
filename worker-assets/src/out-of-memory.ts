/** Messages of Node, V8, WebAssembly, libvips and C++ about a lack of memory. */
const OUT_OF_MEMORY =
  /heap out of memory|allocation failed|could not allocate|out of memory|bad_alloc|memory limit|\(OOM\)/i;

/** Whether a process's output reports a lack of memory. */
export function saysOutOfMemory(text: string): boolean {
  return OUT_OF_MEMORY.test(text);
}

/** Whether an error, or its cause, is a lack of memory, which is not the input's fault. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && (saysOutOfMemory(error.message) || isOutOfMemory(error.cause));
}
