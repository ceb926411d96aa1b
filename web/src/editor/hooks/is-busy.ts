const TYPING =
  'input:not([type="checkbox"], [type="color"], [type="radio"]), textarea, select, [contenteditable="true"]';
const OPEN_LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether the user is typing, or an open layer handles keys itself. */
export function isBusy({ target }: Event): boolean {
  const isTyping = target instanceof Element && target.closest(TYPING) !== null;
  return isTyping || document.querySelector(OPEN_LAYER) !== null;
}
