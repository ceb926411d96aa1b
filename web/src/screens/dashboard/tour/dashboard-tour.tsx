import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../components/button/button.tsx';
import primitives from '../../../components/primitives.module.css';
import { useT } from '../../../hooks/use-language.tsx';
import classes from './dashboard-tour.module.css';

/** Steps by the `data-tour` of their element; steps with a hidden element are skipped. */
const STEPS = ['new-scene', 'search', 'projects', 'plan'] as const;
type Step = (typeof STEPS)[number];

/** Explains the parts of the dashboard one after the other without blocking the page. */
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
  const { place, highlight } = usePlace(step);
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      onEnd();
    }
  });
  useEffect(() => {
    // The tour takes no focus from a user who is already active.
    if (document.activeElement === document.body || position.at > 1) {
      next.current?.focus();
    }
    const listen = (event: KeyboardEvent) => handleKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [position.at]);
  const isLast = position.at === position.of;
  // Not a dialog: the page stays usable beside it.
  return createPortal(
    <>
      <div className={classes.highlight} style={highlight} />
      <section className={classes.tour} aria-label={t('tour.label')} style={place}>
        <p className="font-semibold">{t(`tour.${step}.title`)}</p>
        <p className={primitives.muted}>{t(`tour.${step}.text`)}</p>
        <div className="flex items-center gap-2 mt-3">
          <span className="mr-auto text-(--text-2) text-12">{t('tour.position', position)}</span>
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
      </section>
    </>,
    document.body,
  );
}

/** Distance between a step and its element, in pixels. */
const GAP_PX = 10;

/** Width of a step, in pixels. */
const WIDTH_PX = 288;

/** Distance between an element and its highlight, in pixels. */
const MARGIN_PX = 4;

type Place = { place: CSSProperties; highlight: CSSProperties };

/**
 * Position of a step: below or beside its element, without covering it, and of the highlight around the element. Both
 * follow the window's size and scrolling.
 */
function usePlace(step: Step): Place {
  const [place, setPlace] = useState(() => placesOf(step));
  useEffect(() => {
    const follow = () => setPlace(placesOf(step));
    window.addEventListener('resize', follow);
    // Scroll events of elements reach the window only while they are captured.
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', follow);
      window.removeEventListener('scroll', follow, { capture: true });
    };
  }, [step]);
  return place;
}

function placesOf(step: Step): Place {
  const box = placeOf(step)?.getBoundingClientRect() ?? new DOMRect();
  const highlight = {
    top: box.top - MARGIN_PX,
    left: box.left - MARGIN_PX,
    width: box.width + 2 * MARGIN_PX,
    height: box.height + 2 * MARGIN_PX,
  };
  return { place: placeNextTo(step, box), highlight };
}

function placeNextTo(step: Step, box: DOMRect): CSSProperties {
  switch (step) {
    case 'new-scene':
      return { top: box.bottom + GAP_PX, right: window.innerWidth - box.right };
    case 'search': {
      // The step also explains the filters below.
      const filters = document.querySelector('[data-tour="filters"]')?.getBoundingClientRect();
      return box.right + GAP_PX + WIDTH_PX < window.innerWidth
        ? { top: box.top, left: box.right + GAP_PX }
        : { top: (filters?.bottom ?? box.bottom) + GAP_PX, left: box.left };
    }
    case 'projects':
      return { top: box.top, left: box.right + GAP_PX };
    case 'plan':
      return { bottom: window.innerHeight - box.bottom, left: box.right + GAP_PX };
  }
}

/** Element of a step, if it is visible: on phones the sidebar is closed. */
function placeOf(step: Step): Element | null {
  const place = document.querySelector(`[data-tour="${step}"]`);
  const isShown = place?.checkVisibility({ visibilityProperty: true }) === true;
  const box = place?.getBoundingClientRect();
  return isShown && box && box.right > 0 && box.left < window.innerWidth ? place : null;
}
