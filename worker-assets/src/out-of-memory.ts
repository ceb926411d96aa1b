/** What Node, V8, WebAssembly, libvips and C++ say when they find no memory. */
const OUT_OF_MEMORY =
  /heap out of memory|allocation failed|could not allocate|out of memory|bad_alloc|memory limit|\(OOM\)/i;

/** Whether what a process wrote says that it found no memory. */
export function saysOutOfMemory(text: string): boolean {
  return OUT_OF_MEMORY.test(text);
}

/** Whether an error, or what caused it, is that there was no memory, which is no fault of what was read. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && (saysOutOfMemory(error.message) || isOutOfMemory(error.cause));
}
