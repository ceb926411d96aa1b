/** Out-of-memory messages of Node, V8, WebAssembly, libvips and C++. */
const OUT_OF_MEMORY =
  /heap out of memory|allocation failed|could not allocate|out of memory|bad_alloc|memory limit|\(OOM\)/i;

/** Whether the output of a process contains an out-of-memory message. */
export function isOutOfMemoryMessage(text: string): boolean {
  return OUT_OF_MEMORY.test(text);
}

/** Whether an error or its cause is a lack of memory, which is not an error of the input. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && (isOutOfMemoryMessage(error.message) || isOutOfMemory(error.cause));
}
