/**
 * Keeps a page where it is when something is dropped that nothing on it takes: a browser would leave it for the file or
 * the link. Fields still take text.
 */
export function stayOnDrop(target: EventTarget): void {
  const refuse = (event: Event) => {
    if (!(event instanceof DragEvent) || event.defaultPrevented || isField(event.target)) {
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

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null;
}
