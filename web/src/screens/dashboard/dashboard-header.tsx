import { LayoutGrid, List } from 'lucide-react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { SearchField } from '../../components/field/search-field.tsx';
import { useT } from '../../hooks/use-language.tsx';
import classes from './dashboard.module.css';
import type { GridStyle } from './scene-list.tsx';

/** Search and layout switch of a list; sticky while the list scrolls. */
export function DashboardHeader({
  text,
  onSearch,
  look,
  onLook,
}: {
  text: string;
  onSearch: (text: string) => void;
  look: GridStyle;
  onLook: (look: GridStyle) => void;
}) {
  const t = useT();
  return (
    <div className={classes.header}>
      <div className={classes.search} data-tour="search">
        <SearchField label={t('dashboard.search')} value={text} onChange={onSearch} />
      </div>
      <div className={classes.spacer} />
      <LookToggle look={look} onChange={onLook} />
    </div>
  );
}

function LookToggle({ look, onChange }: { look: GridStyle; onChange: (look: GridStyle) => void }) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of two buttons is no part of a form
    <div className={classes.toggle} role="group" aria-label={t('dashboard.view')}>
      <IconButton
        label={t('dashboard.view.grid')}
        isPressed={look === 'row'}
        icon={<LayoutGrid size={16} aria-hidden="true" />}
        onClick={() => onChange('row')}
      />
      <IconButton
        label={t('dashboard.view.list')}
        tip="end"
        isPressed={look === 'column'}
        icon={<List size={16} aria-hidden="true" />}
        onClick={() => onChange('column')}
      />
    </div>
  );
}
