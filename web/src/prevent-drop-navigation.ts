/**
 * Prevents the browser from opening a file or link that is dropped outside of drop targets. Text fields still accept
 * text.
 */
export function preventDropNavigation(target: EventTarget): void {
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

/** Whether the target handles the drop by default: text fields accept text, but no files. */
function isTaken({ target, dataTransfer }: DragEvent): boolean {
  const takers = dataTransfer?.types.includes('Files') ? 'input[type="file"]' : ':read-write';
  return target instanceof Element && target.closest(takers) !== null;
}
