/** Path of a child. */
export function below(path: string, name: string): string {
  return path === '/' ? `/${name}` : `${path}/${name}`;
}

/** Replaces a path's prefix; returns other paths unchanged. */
export function rebased(path: string, from: string, to: string): string {
  return rebasedOr(path, from, to, (other) => other);
}

/** Replaces a path's prefix, or converts other paths by a function. */
export function rebasedOr(
  path: string,
  from: string,
  to: string,
  otherwise: (path: string) => string,
): string {
  const isInside = path === from || path.startsWith(`${from}/`) || path.startsWith(`${from}.`);
  return isInside ? `${to}${path.slice(from.length)}` : otherwise(path);
}
