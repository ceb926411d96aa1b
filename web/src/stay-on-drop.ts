/**
 * Keeps a page where it is when something is dropped that nothing on it takes: a browser would leave it for the file or
 * the link. Fields to write in still take text.
 */
export function stayOnDrop(target: EventTarget): void {
  const refuse = (event: Event) => {
    if (!(event instanceof DragEvent) || event.defaultPrevented || isTaken(event)) {
      return;
    }
    event.preventDefault();
    if (event.dataTransfer) {
      event.dataTransfer.dropEffect = 'none';
    }
  };
  target.addEventListener('dragover', refuse);
  target.addEventListener('drop', refuse);
}

/** Whether what it is dropped on takes it by itself: what can be written in takes words, and no files. */
function isTaken({ target, dataTransfer }: DragEvent): boolean {
  const takers = dataTransfer?.types.includes('Files') ? 'input[type="file"]' : ':read-write';
  return target instanceof Element && target.closest(takers) !== null;
}
