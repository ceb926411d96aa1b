import {
  AlignCenterVertical,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartVertical,
  FlipHorizontal2,
} from 'lucide-react';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { alignSelection, distributeSelection, mirrorSelection } from '../commands/arrange.ts';
import { repeatSelection } from '../commands/repeat.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useIsLocked } from '../hooks/use-is-locked.ts';
import { AXES, type Axis, SIDES } from '../kernels/arrange.ts';
import classes from './fields.module.css';
import { Row } from './row.tsx';
import { Section } from './section.tsx';

const ICONS = { min: AlignStartVertical, center: AlignCenterVertical, max: AlignEndVertical } as const;

/** Arrangement of the selected nodes: align, distribute, mirror and repeat. */
export function ArrangeSection({ ids }: { ids: readonly string[] }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const isFixed = useIsLocked(ids);
  return (
    <Section title={t('arrange.title')} isOpen={ids.length > 1}>
      {AXES.map((axis) => (
        <Row key={axis} label={t('arrange.axis', { axis: axis.toUpperCase() })}>
          <AxisButtons axis={axis} ids={ids} />
        </Row>
      ))}
      <div className={classes.buttons}>
        <Button size="small" disabled={isFixed} onClick={() => repeatSelection(editor, t('node.repeat'))}>
          {t('action.repeat')}
        </Button>
      </div>
    </Section>
  );
}

function AxisButtons({ axis, ids }: { axis: Axis; ids: readonly string[] }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const isFixed = useIsLocked(ids);
  const count = ids.length;
  const name = axis.toUpperCase();
  return (
    <div className={classes.tools}>
      {SIDES.map((side) => {
        const Icon = ICONS[side];
        return (
          <IconButton
            key={side}
            size="small"
            label={t(`arrange.${side}`, { axis: name })}
            icon={<Icon size={16} aria-hidden="true" />}
            disabled={isFixed || count < 2}
            onClick={() => alignSelection(editor, axis, side)}
          />
        );
      })}
      <IconButton
        size="small"
        label={t('arrange.distribute', { axis: name })}
        icon={<AlignHorizontalDistributeCenter size={16} aria-hidden="true" />}
        disabled={isFixed || count < 3}
        onClick={() => distributeSelection(editor, axis)}
      />
      <IconButton
        size="small"
        label={t('arrange.mirror', { axis: name })}
        icon={<FlipHorizontal2 size={16} aria-hidden="true" />}
        disabled={isFixed}
        onClick={() => mirrorSelection(editor, axis)}
      />
    </div>
  );
}
