import encodeQR from 'qr';

/** QR code of an address as an SVG data URL. */
export function qrPicture(address: string): string {
  const svg = encodeQR(address, 'svg', { ecc: 'medium', border: 4 });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
