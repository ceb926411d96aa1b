export function WallGhost() {
  return null;
}
