import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import classes from './tabs.module.css';

export type Tab<Key extends string> = { key: Key; label: string; content: ReactNode };

/** Several panels, of which one is visible. */
export function Tabs<Key extends string>({
  label,
  value,
  tabs,
  onChange,
}: {
  label: string;
  value: Key;
  tabs: readonly Tab<Key>[];
  onChange: (key: Key) => void;
}) {
  return (
    <Radix.Root value={value} onValueChange={(key) => onChange(key as Key)}>
      <Radix.List className={classes.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.key} value={tab.key} className={classes.tab}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.key} value={tab.key} className={classes.panel}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
