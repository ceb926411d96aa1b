type Properties = {
  className?: string;
  href?: string;
  rel?: string;
  target?: string;
  src?: string;
  alt?: string;
  id?: string;
};

/** Makes an element. Strings among the children are only ever text: what people wrote cannot become markup. */
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
