export function OpeningLabels() {
  return null;
}
