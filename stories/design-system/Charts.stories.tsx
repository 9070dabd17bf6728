import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { useTranslation } from 'react-i18next';
import type { ScreenChart } from '../../engine/model.ts';
import { Chart } from '../../web/quiz/display/Chart.tsx';
import { Testimonials } from '../../web/quiz/display/Testimonials.tsx';
import { Timer } from '../../web/quiz/display/Timer.tsx';
import { timerKeyPrefix, writeEntry } from '../../web/storage.ts';
import { Example, Shelf } from './Shelf.tsx';

const meta = { title: 'Design system/Charts of a quiz' } satisfies Meta;
export default meta;

function Drawn({ chart }: { readonly chart: ScreenChart }) {
  const { t, i18n } = useTranslation('rare');
  return <Chart chart={chart} locale={i18n.language} t={t} />;
}

const kilograms = (number: number) => ({ number, text: `${number} kg` });
const line = (...values: readonly [number, number]): ScreenChart => ({
  kind: 'line',
  title: 'Your weight',
  labels: ['Today', 'In 20 weeks'],
  values: values.map(kilograms),
});
const gauge = (number: number): ScreenChart => ({
  kind: 'gauge',
  title: 'Your body mass index',
  labels: ['Underweight', 'Healthy', 'Overweight', 'Obese'],
  values: [{ number, text: String(number) }],
  scale: [15, 18.5, 25, 30, 40],
});
const bars = (...values: readonly number[]): ScreenChart => ({
  kind: 'bars',
  title: 'Weight at your height',
  labels: ['You', 'The middle of the healthy range', 'Your goal'],
  values: values.map(kilograms),
});
const charts: Readonly<Record<string, ScreenChart>> = {
  'A line that falls': { ...line(82, 72), alt: 'A line that falls from 82 to 72 kilograms.' },
  'A line that rises': line(48, 52),
  'A line that stays': line(60, 60),
  'A gauge where a band begins': gauge(25),
  'A gauge beyond its end': gauge(44.2),
  Bars: bars(82, 63, 72),
  'Bars below zero': bars(-4, 8, 0),
};

/** The band that the value lies in. */
const own = (list: HTMLElement | undefined) => list!.querySelector('[aria-current]')!;

export const Charts: StoryObj = {
  render: () => (
    <Shelf
      title="Charts"
      use="For numbers that a visitor takes in by looking. A projection is plausible, never a promise."
    >
      {Object.entries(charts).map(([name, chart]) => (
        <Example key={name} name={name}>
          <Drawn chart={chart} />
        </Example>
      ))}
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const [begins, beyond] = within(canvasElement).getAllByRole('list');
    await expect(own(begins)).toHaveTextContent('Overweight');
    await expect(own(beyond)).toHaveTextContent('Obese');
  },
};

export const WhatMembersSay: StoryObj = {
  render: () => (
    <Shelf title="What members say" use="For the words of real people, who agreed to have them shown.">
      <Example name="With and without who they are">
        <Testimonials
          testimonials={[
            { name: 'Carla M.', text: 'I stopped guessing and simply walked every day.', about: 'Teacher, 51' },
            { name: 'Jon', text: 'Half a kilo a week felt slow, and it lasted.' },
          ]}
        />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const [first] = within(canvasElement).getAllByRole('figure');
    await expect(first).toHaveTextContent('I stopped guessing and simply walked every day.Carla M.Teacher, 51');
  },
};

const timers = {
  running: { seconds: 60, ended: 'The minute is over.' },
  long: { seconds: 48 * 3600, ended: 'Your place is free again.' },
  ended: { seconds: 60, ended: 'The minute is over. Do your shoulders sit lower?' },
};

function Counted({ name }: { readonly name: keyof typeof timers }) {
  const { t, i18n } = useTranslation('rare');
  return (
    <>
      <p id={name}>Breathe with us</p>
      <Timer timer={{ ...timers[name], ids: [name] }} headingId={name} locale={i18n.language} t={t} />
    </>
  );
}

export const Timers: StoryObj = {
  beforeEach: () => writeEntry(timerKeyPrefix + 'ended', 0),
  render: () => (
    <Shelf title="Timers" use="For what really ends: an exercise, a place that is kept. It never runs a second time.">
      <Example name="Running">
        <Counted name="running" />
      </Example>
      <Example name="Running for hours">
        <Counted name="long" />
      </Example>
      <Example name="Ended">
        <Counted name="ended" />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const [running, , ended] = within(canvasElement).getAllByRole('timer');
    await expect(running!.textContent).toMatch(/^1:00|^0:5/);
    await expect(ended).toHaveTextContent('0:00');
    await expect(within(canvasElement).getByText(timers.ended.ended)).toBeVisible();
  },
};
