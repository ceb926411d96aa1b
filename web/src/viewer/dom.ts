type Properties = {
  className?: string;
  href?: string;
  rel?: string;
  target?: string;
  src?: string;
  alt?: string;
  id?: string;
};

/** Creates an element. Strings among the children become text nodes: user-written text cannot become markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    Reflect.set(made, key, value);
  }
  made.append(...children);
  return made;
}
