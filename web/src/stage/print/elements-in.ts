/** Elements of a kind, whatever their namespace is. */
export function elementsIn(element: Document | Element, kind: string): Element[] {
  return [...element.getElementsByTagNameNS('*', kind)];
}
