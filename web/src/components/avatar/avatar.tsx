import { useState } from 'react';
import classes from './avatar.module.css';

type Person = { name: string; avatarUrl: string | null; avatarColor: string };

/** A user's picture, or initials on a colour. Decorative: the name is shown beside it. */
export function Avatar({ person, size = 24 }: { person: Person; size?: 20 | 24 | 32 | 64 }) {
  // The initials replace a picture whose signed address has expired.
  const [broken, setBroken] = useState<string | null>(null);
  const { avatarUrl } = person;
  return (
    <span
      aria-hidden="true"
      className={classes.avatar}
      style={{ width: size, height: size, background: person.avatarColor, fontSize: size * 0.42 }}
    >
      {avatarUrl === null || avatarUrl === broken ? (
        initials(person.name)
      ) : (
        <img src={avatarUrl} alt="" onError={() => setBroken(avatarUrl)} />
      )}
    </span>
  );
}

/** Up to four avatars of present users; the caller's label names the group. */
export function AvatarStack({ people, label }: { people: readonly Person[]; label: string }) {
  return (
    <span className={classes.stack} role="img" aria-label={label} title={label}>
      {people.slice(0, 4).map((person) => (
        <Avatar key={person.name + person.avatarColor} person={person} size={24} />
      ))}
    </span>
  );
}

/** The first letters of the first two words of a name. */
export function initials(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/);
  // Split by code points, not by surrogate halves.
  return (
    [...first]
      .slice(0, 1)
      .concat([...second].slice(0, 1))
      .join('') || '?'
  );
}
