export function OpeningPanel() {
  return null;
}
