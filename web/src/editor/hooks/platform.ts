/** Whether shortcuts are displayed in Mac style. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
