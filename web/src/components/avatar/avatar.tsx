import { useState } from 'react';
import classes from './avatar.module.css';

type Person = { name: string; avatarUrl: string | null; avatarColor: string };

/** Size in pixels. */
type Size = 20 | 24 | 32 | 64;

/** A user's picture, or initials on a colour. Decorative: the name is shown beside it. */
export function Avatar({ person, size = 24 }: { person: Person; size?: Size }) {
  const { name, avatarUrl, avatarColor } = person;
  return <Picture name={name} url={avatarUrl} size={size} kind="avatar" background={avatarColor} />;
}

/** A workspace's logo, or the initials of its name. Decorative: the name is shown beside it. */
export function WorkspaceLogo({
  workspace,
  size = 24,
}: {
  workspace: { name: string; logoUrl: string | null };
  size?: Size;
}) {
  return <Picture name={workspace.name} url={workspace.logoUrl} size={size} kind="logo" />;
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

type PictureProps = {
  name: string;
  url: string | null;
  size: Size;
  kind: 'avatar' | 'logo';
  background?: string;
};

function Picture({ name, url, size, kind, background }: PictureProps) {
  // The initials replace a picture whose signed address has expired.
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      aria-hidden="true"
      className={classes[kind]}
      style={{ width: size, height: size, background, fontSize: size * 0.42 }}
    >
      {url === null || url === broken ? (
        initials(name)
      ) : (
        <img src={url} alt="" onError={() => setBroken(url)} />
      )}
    </span>
  );
}

/** The first letters of the first two words of a name. */
function initials(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/);
  // Split by code points, not by surrogate halves.
  return (
    [...first]
      .slice(0, 1)
      .concat([...second].slice(0, 1))
      .join('') || '?'
  );
}
