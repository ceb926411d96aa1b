export function WallPanel() {
  return null;
}
