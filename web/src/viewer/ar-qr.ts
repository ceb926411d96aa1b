import encodeQR from 'qr';

/** The QR code of an address as an SVG, to be shown as a picture. */
export function qrPicture(address: string): string {
  const svg = encodeQR(address, 'svg', { ecc: 'medium', border: 4 });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
