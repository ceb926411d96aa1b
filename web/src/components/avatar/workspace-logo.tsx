import { useState } from 'react';
import classes from './avatar.module.css';
import { initials } from './avatar.tsx';

/** A workspace's logo, or the initials of its name. Decorative: the name is shown beside it. */
export function WorkspaceLogo({
  workspace,
  size = 24,
}: {
  workspace: { name: string; logoUrl: string | null };
  size?: 20 | 24 | 32 | 64;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const { logoUrl } = workspace;
  return (
    <span
      aria-hidden="true"
      className={classes.logo}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
    >
      {logoUrl === null || logoUrl === broken ? (
        initials(workspace.name)
      ) : (
        <img src={logoUrl} alt="" onError={() => setBroken(logoUrl)} />
      )}
    </span>
  );
}
