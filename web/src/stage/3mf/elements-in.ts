/** Elements of a kind in any namespace. */
export function elementsIn(element: Document | Element, kind: string): Element[] {
  return [...element.getElementsByTagNameNS('*', kind)];
}
