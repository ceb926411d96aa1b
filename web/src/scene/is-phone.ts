/** Whether this is a device for which scenes have lighter files. */
export function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < 600;
}
