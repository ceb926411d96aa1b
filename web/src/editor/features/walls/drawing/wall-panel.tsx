import { Button } from '../../../../components/button/button.tsx';
import { isEnabled, labelOf } from '../../../actions/action.ts';
import { useEditor } from '../../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../../hooks/use-editor-translations.ts';
import { useFormatLength } from '../../../hooks/use-format-length.ts';
import { useScene } from '../../../hooks/use-scene.ts';
import { useSignalValue } from '../../../hooks/use-signal-value.ts';
import { Choice, Choices, LengthSetting, ToolBar } from '../../../tools/tool-bar.tsx';
import { floorActions } from '../floor-actions.ts';
import { SNAP_MODES, SNAP_STEPS } from '../model/kernels/snap-cursor.ts';
import type { WallTool } from './wall-tool.ts';

const OFFERS = floorActions.filter(({ id }) => id === 'addFloor' || id === 'addCeiling');
const SHAPES = ['chain', 'room'] as const;
/** Select value for an empty choice: a select without a value shows nothing. */
const AUTOMATIC = '*';
const JUSTIFICATIONS = ['left', 'center', 'right'] as const;

/** Settings of new walls; the snap mode is always visible here. */
export function WallPanel({ tool }: { tool: WallTool }) {
  const { t } = useEditorTranslations();
  const length = useFormatLength();
  const { shape, mode, step, height, thickness, justification } = useSignalValue(tool.settings);
  return (
    <ToolBar label={t('tool.wallBuild')}>
      <Choices
        label={t('wall.shape')}
        isNameShown={false}
        value={shape}
        options={SHAPES.map((value) => ({ value, label: t(`wall.shape.${value}`) }))}
        onChange={(value) => tool.set({ shape: value })}
      />
      <PlaceSettings tool={tool} />
      <Choices
        label={t('wall.mode')}
        value={mode}
        options={SNAP_MODES.map((value) => ({ value, label: t(`wall.mode.${value}`) }))}
        onChange={(value) => tool.set({ mode: value })}
      />
      <Choice
        label={t('wall.step')}
        value={String(step)}
        options={SNAP_STEPS.map((value) => ({ value: String(value), label: length(value) }))}
        onChange={(value) => tool.set({ step: Number(value) })}
      />
      <Choice
        label={t('wall.justification')}
        value={justification}
        options={JUSTIFICATIONS.map((value) => ({ value, label: t(`wall.justification.${value}`) }))}
        onChange={(value) => tool.set({ justification: value })}
      />
      <LengthSetting
        label={t('field.height')}
        value={height}
        onChange={(value) => tool.set({ height: value })}
      />
      <LengthSetting
        label={t('field.thickness')}
        value={thickness}
        onChange={(value) => tool.set({ thickness: value })}
      />
      <RoomActions />
    </ToolBar>
  );
}

/** Offers floor and ceiling of the room that the drawn wall has closed. */
function RoomActions() {
  const editor = useEditor();
  const translations = useEditorTranslations();
  const hasWall = useSignalValue(editor.selection.ids).length > 0;
  // Joined to one string, so that it changes only when an offer comes or goes.
  const offered = useScene(() =>
    OFFERS.flatMap((action) => (isEnabled(action, editor) ? action.id : [])).join(),
  );
  return (
    hasWall &&
    OFFERS.filter(({ id }) => offered.split(',').includes(id)).map((action) => (
      <Button key={action.id} size="small" onClick={() => action.perform({ editor, translations })}>
        {labelOf(action, translations)}
      </Button>
    ))
  );
}

/** Plan group and level of the next wall. */
function PlaceSettings({ tool: { place } }: { tool: WallTool }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const length = useFormatLength();
  const { nodes } = useSignalValue(editor.scene.document);
  useSignalValue(editor.selection.ids);
  const { height } = useSignalValue(place.choice);
  const { plans, plan, heights } = place;
  const heightName = (at: number) => (at === 0 ? t('wall.level.ground') : length(at));
  return (
    <>
      {plans.length > 0 && (
        <Choice
          label={t('wall.plan')}
          value={plan ?? AUTOMATIC}
          options={[
            { value: AUTOMATIC, label: t('wall.plan.scene') },
            ...plans.map((id) => ({ value: id, label: nodes[id]?.name ?? '' })),
          ]}
          onChange={(id) => place.choose({ plan: id === AUTOMATIC ? null : id })}
        />
      )}
      <Choice
        label={t('wall.level')}
        value={height === null ? AUTOMATIC : String(height)}
        options={[
          { value: AUTOMATIC, label: t('wall.level.clicked') },
          ...heights.map((at) => ({ value: String(at), label: heightName(at) })),
        ]}
        onChange={(at) => place.choose({ height: at === AUTOMATIC ? null : Number(at) })}
      />
    </>
  );
}
