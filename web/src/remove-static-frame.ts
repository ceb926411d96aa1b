/** Content of every page; before it, only notices and placeholders are drawn. */
const CONTENT = 'main, h1';

/** Removes the frame that the HTML shows, as soon as the application has drawn a page in `root`. */
export function removeStaticFrame(root: Element): void {
  const frame = document.querySelector('.static-frame');
  if (frame === null) {
    return;
  }
  const observer = new MutationObserver(() => {
    if (root.querySelector(CONTENT) !== null) {
      observer.disconnect();
      frame.remove();
    }
  });
  observer.observe(root, { childList: true, subtree: true });
}
