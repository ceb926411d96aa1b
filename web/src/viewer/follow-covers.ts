import type { Insets } from '../scene/framing.ts';
import { coversOf, insetsOf } from '../scene/insets-of.ts';

/**
 * Measures what the parts of a page cover of its scene, at once and whenever the page changes its size. In a page that is
 * wider than high they stand in its corners and cover nothing that matters. The poster finds it in styles.
 * @returns the function that ends it
 */
export function followCovers(page: HTMLElement, onChange: (insets: Insets) => void): () => void {
  const measure = () => {
    const { top, bottom } = page.clientWidth < page.clientHeight ? insetsOf(page) : { top: 0, bottom: 0 };
    page.style.setProperty('--covered-top', `${top}px`);
    page.style.setProperty('--covered-bottom', `${bottom}px`);
    onChange({ top, right: 0, bottom, left: 0 });
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(page);
  for (const cover of coversOf(page)) {
    observer.observe(cover);
  }
  return () => observer.disconnect();
}
