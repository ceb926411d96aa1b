/** Namespaces of 3MF that are read: its core, materials, production, and lists of triangles, which show nothing. */
const KNOWN = /\/(core|material|production|trianglesets)\/\d/;
const NAMESPACE = 'http://schemas.microsoft.com/3dmanufacturing/';
const MAX_NAMED = 10;

/** Names of the extensions of 3MF that a part requires or uses and that are not read. */
export function unknownExtensions(xml: Document): string[] {
  const root = xml.documentElement;
  const required = (root.getAttribute('requiredextensions') ?? '').split(/\s+/).filter(Boolean);
  const spaces = [
    ...required.map((prefix) => root.lookupNamespaceURI(prefix) ?? prefix),
    ...[...xml.getElementsByTagName('*')].map(({ namespaceURI }) => namespaceURI ?? ''),
  ];
  const unknown = spaces.filter((space, i) => {
    const isRequired = i < required.length;
    // Elements of slicing programs describe the print, not the model.
    return (isRequired || space.startsWith(NAMESPACE)) && !KNOWN.test(space);
  });
  return [...new Set(unknown.map(nameOf))].slice(0, MAX_NAMED);
}

/** `beamlattice` of `http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02`. */
function nameOf(space: string): string {
  const rest = space.startsWith(NAMESPACE) ? space.slice(NAMESPACE.length) : space;
  return (rest.split('/')[0] || rest).slice(0, 100);
}
