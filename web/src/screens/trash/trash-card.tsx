import { Box, RotateCcw, Trash2 } from 'lucide-react';
import { useT } from '../../hooks/use-language.tsx';
import { useNow } from '../../hooks/use-now.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from '../dashboard/scene-card.module.css';
import { CardMenu } from '../dashboard/scene-card.tsx';
import { SceneCheckbox } from '../dashboard/scene-checkbox.tsx';
import type { SceneItem } from '../dashboard/scene-item.ts';

/** Days until a trashed scene is deleted. */
const KEPT_DAYS = 30;

const DAY_MS = 24 * 60 * 60_000;

/** A scene in the trash, which can only be restored or deleted permanently. */
export function TrashCard({
  scene,
  isSelected,
  isSelecting,
  onToggle,
  onRestore,
  onErase,
}: {
  scene: SceneItem;
  isSelected: boolean;
  isSelecting: boolean;
  onToggle: (isRange: boolean) => void;
  onRestore: () => void;
  onErase: () => void;
}) {
  const say = useT();
  const { t } = useTranslations('trash');
  const now = useNow();
  const name = scene.name ?? say('scene.untitled');
  const daysLeft = trashDaysLeft(new Date(scene.deletedAt ?? now), now);
  return (
    <li
      className={classes.card}
      data-selected={isSelected || undefined}
      data-selecting={isSelecting || undefined}
    >
      <div className={classes.picture} data-faded>
        {scene.thumbnail ? (
          <img src={scene.thumbnail} alt="" loading="lazy" decoding="async" draggable={false} />
        ) : (
          <span className="absolute inset-0 grid text-(--text-3) place-items-center">
            <Box size={40} strokeWidth={1} aria-hidden="true" />
          </span>
        )}
      </div>
      <SceneCheckbox name={name} isChecked={isSelected} onToggle={onToggle} />
      <div className={classes.words}>
        <div className={classes.text}>
          <span className={classes.name} title={name}>
            {name}
          </span>
          <div className={classes.meta}>
            <span className="whitespace-nowrap">{t('trash.daysLeft', { count: daysLeft })}</span>
          </div>
        </div>
        <CardMenu
          name={name}
          itemsOf={() => [
            {
              key: 'restore',
              label: t('trash.restore'),
              icon: <RotateCcw size={16} aria-hidden="true" />,
              onSelect: onRestore,
            },
            {
              key: 'erase',
              label: t('trash.erase'),
              icon: <Trash2 size={16} aria-hidden="true" />,
              isDangerous: true,
              onSelect: onErase,
            },
          ]}
        />
      </div>
    </li>
  );
}

/**
 * Days that a trashed scene has left, from 1 to {@link KEPT_DAYS}.
 * @param now time in milliseconds. It may be earlier than the deletion, as pages update it only now and then and the
 *   clocks of browser and server differ.
 */
export function trashDaysLeft(deletedAt: Date, now: number): number {
  const days = Math.ceil(KEPT_DAYS - (now - deletedAt.getTime()) / DAY_MS);
  return Math.min(KEPT_DAYS, Math.max(1, days));
}
