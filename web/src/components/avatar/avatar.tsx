import { useState } from 'react';
import classes from './avatar.module.css';

type Person = { name: string; avatarUrl: string | null; avatarColor: string };

/** A person's picture, else the first letters of the name on their colour. Decorative: the name stands beside it. */
export function Avatar({ person, size = 24 }: { person: Person; size?: 20 | 24 | 32 | 64 }) {
  // A signed address that has run out is no reason for a hole.
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

/** The people who are somewhere, at most four; named as a whole by the caller's label. */
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
  // By characters, not by their halves.
  return (
    [...first]
      .slice(0, 1)
      .concat([...second].slice(0, 1))
      .join('') || '?'
  );
}
