export function OpeningGhosts() {
  return null;
}
