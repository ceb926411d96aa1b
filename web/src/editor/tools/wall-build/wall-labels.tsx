export function WallLabels() {
  return null;
}
