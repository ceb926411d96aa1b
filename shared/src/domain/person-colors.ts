/** Calm colours for people, in their faces and in scenes that several edit. */
export const PERSON_COLORS = [
  '#6FA3F5',
  '#5FBF8F',
  '#D98A5B',
  '#B58AE0',
  '#D9709B',
  '#4FB3BF',
  '#C2A83E',
  '#8C9BB5',
] as const;

/** Colours of several people by their uuids, no two the same; the same on every device. */
export function distinctColors(
  people: readonly { uuid: string; avatarColor: string }[],
): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  const used = new Set<string>();
  const ordered = people.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
  const take = (uuid: string, color: string) => {
    colors.set(uuid, color);
    used.add(color.toLowerCase());
  };
  // First those who keep their own, so that as few as possible change.
  for (const { uuid, avatarColor } of ordered) {
    if (!colors.has(uuid) && !used.has(avatarColor.toLowerCase())) {
      take(uuid, avatarColor);
    }
  }
  for (const { uuid } of ordered) {
    if (!colors.has(uuid)) {
      take(uuid, freeColor(used));
    }
  }
  return colors;
}

/** The next color of the list, or a hue between them once all are taken. */
function freeColor(used: ReadonlySet<string>): string {
  const free = PERSON_COLORS.find((color) => !used.has(color.toLowerCase()));
  if (free) {
    return free;
  }
  for (let i = 0; ; i += 1) {
    // Steps of the golden angle never meet.
    const color = hueColor((i * 137.508) % 360);
    if (!used.has(color)) {
      return color;
    }
  }
}

/** `#rrggbb` of a hue in degrees, as light and as strong as the listed colors. */
function hueColor(hue: number): string {
  const [lightness, strength] = [0.62, 0.4];
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = lightness - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(Math.min(Math.max(value, 0), 1) * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
