import { Popover as Radix } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { useT } from '../../../hooks/use-language.tsx';
import classes from './dashboard-tour.module.css';

/** The steps by the `data-tour` of what each is about; one that is not to be seen is left out. */
const STEPS = ['new-scene', 'search', 'projects', 'plan'] as const;
type Step = (typeof STEPS)[number];

/** Points at the parts of the dashboard one after the other; nothing behind it is locked. */
export function DashboardTour({ onEnd }: { onEnd: () => void }) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const shown = STEPS.filter((step) => placeOf(step) !== null);
    setSteps(shown);
  }, []);
  const step = steps[index];
  if (step === undefined) {
    return null;
  }
  const handleNext = () => (index + 1 < steps.length ? setIndex(index + 1) : onEnd());
  return (
    <TourStep
      key={step}
      step={step}
      position={{ at: index + 1, of: steps.length }}
      onBack={index > 0 ? () => setIndex(index - 1) : null}
      onNext={handleNext}
      onEnd={onEnd}
    />
  );
}

function TourStep({
  step,
  position,
  onBack,
  onNext,
  onEnd,
}: {
  step: Step;
  position: { at: number; of: number };
  onBack: (() => void) | null;
  onNext: () => void;
  onEnd: () => void;
}) {
  const t = useT();
  const next = useRef<HTMLButtonElement>(null);
  const anchor = useRef({
    getBoundingClientRect: () => placeOf(step)?.getBoundingClientRect() ?? new DOMRect(),
  });
  const isLast = position.at === position.of;
  return (
    <Radix.Root open>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          className={classes.tour}
          // Not a dialog: whoever wants to begin can do so beside it.
          role="region"
          aria-label={t('tour.label')}
          side={step === 'projects' || step === 'plan' ? 'right' : 'bottom'}
          align={step === 'new-scene' ? 'end' : 'start'}
          sideOffset={10}
          collisionPadding={12}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            // From somebody who is doing something already nothing is taken away.
            const isFree = document.activeElement === document.body || position.at > 1;
            if (isFree) {
              next.current?.focus();
            }
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={onEnd}
        >
          <p className={classes.title}>{t(`tour.${step}.title`)}</p>
          <p className={classes.text}>{t(`tour.${step}.text`)}</p>
          <div className={classes.foot}>
            <span className={classes.position}>{t('tour.position', position)}</span>
            {onBack ? (
              <Button variant="ghost" onClick={onBack}>
                {t('tour.back')}
              </Button>
            ) : (
              <Button variant="ghost" onClick={onEnd}>
                {t('tour.skip')}
              </Button>
            )}
            <Button ref={next} variant="primary" onClick={onNext}>
              {isLast ? t('tour.done') : t('tour.next')}
            </Button>
          </div>
          <Radix.Arrow className={classes.arrow} width={14} height={7} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What a step is about, where it can be seen: on phones the sidebar is closed. */
function placeOf(step: Step): Element | null {
  const place = document.querySelector(`[data-tour="${step}"]`);
  const isShown = place?.checkVisibility({ visibilityProperty: true }) === true;
  const box = place?.getBoundingClientRect();
  return isShown && box && box.right > 0 && box.left < window.innerWidth ? place : null;
}
