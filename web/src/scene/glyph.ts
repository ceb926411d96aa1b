const SVG = 'http://www.w3.org/2000/svg';

/** An icon of one path in lucide's style: 24 units. It is decorative, so the parent needs a label. */
export function glyph(path: string, className: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const drawn = document.createElementNS(SVG, 'path');
  svg.setAttribute('class', className);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  drawn.setAttribute('d', path);
  svg.append(drawn);
  return svg;
}
