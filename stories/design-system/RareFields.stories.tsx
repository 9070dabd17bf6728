import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import type { Screen } from '../../engine/model.ts';
import type { ScreenOf } from '../../engine/run/steps/rules.ts';
import { type Own, QuizField } from './QuizField.tsx';
import { Example, Shelf } from './Shelf.tsx';

const meta = { title: 'Design system/Rare fields of a quiz' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const terms: Own<ScreenOf<'consent'>> = {
  type: 'consent',
  title: 'Before we go on',
  required: true,
  consent: {
    tag: 'span',
    parts: [
      'I have read the ',
      { tag: 'a', href: '/privacy-policy', parts: ['privacy policy'] },
      ' and agree that my answers on health are used for my result.',
    ],
  },
};

const entries = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([key, label]) => ({ key, label, exclusive: false }));
const week: Own<ScreenOf<'matrix'>> = {
  type: 'matrix',
  title: 'How often last week?',
  rows: entries({
    tense: 'I was tense',
    sleep: 'I slept through the night and woke up rested',
    time: 'I had time for myself',
  }),
  columns: entries({ never: 'Never', some: 'On some days', most: 'On most days', daily: 'Every day' }),
};

export const Matrices: Story = {
  name: 'Matrix',
  render: () => (
    <Shelf
      title="Matrix"
      use="For several statements on one scale. On a phone each is a group of its own, with room they are a table; arrow keys choose within a statement, Tab goes to the next."
    >
      <Example name="Empty, and what is missing">
        <QuizField name="week" screen={week} />
      </Example>
      <Example name="Answered before">
        <QuizField name="answered" screen={{ ...week, answer: ['tense.most', 'sleep.never', 'time.some'] }} />
      </Example>
      <Example name="Rows may be left out">
        <QuizField name="optional" screen={{ ...week, required: false, answer: ['sleep.never'] }} />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const [empty] = [...canvasElement.querySelectorAll('form')];
    const first = within(empty!).getByRole('radiogroup', { name: 'I was tense' });
    await userEvent.click(within(first).getByRole('radio', { name: 'Every day' }));
    await userEvent.click(within(empty!).getByRole('button'));
    await expect(within(empty!).getAllByRole('radiogroup')[1]!.querySelector('input')).toHaveFocus();
  },
};

const cares: Own<ScreenOf<'rank'>> = {
  type: 'rank',
  title: 'What matters most to you?',
  options: [
    { key: 'sleep', label: 'Sleeping through the night', exclusive: false },
    { key: 'work', label: 'Less pressure at work', note: 'or a clear end of the day', exclusive: false },
    { key: 'family', label: 'Time with my family', exclusive: false },
    { key: 'money', label: 'Money worries', exclusive: false },
  ],
};

export const Ranks: Story = {
  name: 'Rank',
  render: () => (
    <Shelf
      title="Rank"
      use="For options to put into an order. Each tap gives the next place, and the last one is given by itself; the rows stay where they are."
    >
      <Example name="Empty, and what is missing">
        <QuizField name="cares" screen={cares} />
      </Example>
      <Example name="Answered before">
        <QuizField name="ordered" screen={{ ...cares, answer: ['work', 'sleep', 'money', 'family'] }} />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const [empty] = [...canvasElement.querySelectorAll('form')];
    const boxes = within(empty!).getAllByRole('checkbox');
    await userEvent.click(boxes[2]!);
    await userEvent.click(within(empty!).getByRole('button'));
    await expect(boxes[0]).toHaveFocus();
    await expect(within(empty!).getByRole('alert')).not.toHaveTextContent(/^$/);
  },
};

/** A drawing that stands for a photo. */
const scene = (sky: string, ground: string, alt: string) => ({
  src: `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="${sky}" d="M0 0h4v3H0z"/><path fill="${ground}" d="M0 2q1-1 2 0t2 0v1H0z"/></svg>`,
  )}`,
  alt,
  loading: 'lazy' as const,
});
const places: Own<Extract<Screen, { type: 'single_choice' }>> = {
  type: 'single_choice',
  title: 'Where do you rest best?',
  options: [
    { key: 'sea', label: 'By the sea', picture: scene('#f0b8a0', '#4a7a9c', 'Waves at dusk'), exclusive: false },
    { key: 'hills', label: 'In the hills', picture: scene('#bcd7ee', '#6d9a6d', ''), exclusive: false },
    {
      key: 'desert',
      label: 'Where it is warm and dry',
      picture: scene('#f7dfa8', '#cf9d5f', ''),
      exclusive: false,
    },
    {
      key: 'night',
      label: 'Under the stars',
      note: 'far from lights',
      picture: scene('#1d2745', '#0f1528', ''),
      exclusive: false,
    },
    { key: 'home', label: 'At home', exclusive: false },
  ],
};

export const Pictures: Story = {
  name: 'Options with pictures',
  render: () => (
    <Shelf
      title="Options with pictures"
      use="For what is chosen by looking. Two stand in a row on a phone; an option without a picture stands below them. Their boxes have their size before they have loaded."
    >
      <Example name="One of them">
        <QuizField name="places" screen={{ ...places, answer: 'hills' }} />
      </Example>
      <Example name="Some of them">
        <QuizField
          name="some"
          screen={{ ...places, type: 'multiple_choice', choose: { min: 1, max: 2 }, answer: ['sea', 'night'] }}
        />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const [one] = within(canvasElement).getAllByRole('radiogroup');
    const first = within(one!).getAllByRole('radio')[0]!;
    await expect(first).toHaveAccessibleName('Waves at dusk By the sea');
    const { width, height } = first.querySelector('img')!.getBoundingClientRect();
    await expect(Math.abs(width / height - 4 / 3)).toBeLessThan(0.02);
  },
};

export const Consents: Story = {
  name: 'Consent',
  render: () => (
    <Shelf
      title="Consent"
      use="For something that the visitor agrees to, in words that can link to the whole of it. It is never ticked beforehand."
    >
      <Example name="Empty">
        <QuizField name="agree" screen={terms} />
      </Example>
      <Example name="Agreed before, optional">
        <QuizField
          name="agreed"
          screen={{ ...terms, required: false, consent: 'Send me tips, about once a week.', answer: 'yes' }}
        />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const [empty] = [...canvasElement.querySelectorAll('form')];
    await userEvent.click(within(empty!).getByRole('button'));
    await expect(within(empty!).getByRole('checkbox')).toHaveAccessibleDescription(/box|casilla/);
    const link = within(empty!).getByRole('link', { name: /^privacy policy \((opens in a new tab|se abre en)/ });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener');
  },
};

const mobile: Own<ScreenOf<'phone'>> = {
  type: 'phone',
  title: 'Where may we call you?',
  required: true,
  countryCode: 34,
};

export const Phones: Story = {
  name: 'Telephone number',
  render: () => (
    <Shelf
      title="Telephone number"
      use="For a number to call. It may be typed as people write it; once the field is left, it shows what was read."
    >
      <Example name="With the country code of most visitors">
        <QuizField name="phone" screen={mobile} />
      </Example>
      <Example name="As a lead, from anywhere, optional">
        <QuizField
          name="lead"
          screen={{
            type: 'phone',
            title: mobile.title,
            required: false,
            placeholder: '+34 600 123 456',
            consent: 'We call you once, about your plan.',
          }}
        />
      </Example>
      <Example name="Too short">
        <QuizField name="short" screen={{ ...mobile, answer: '+34 600' }} />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const [first, , short] = [...canvasElement.querySelectorAll('form')];
    const input = within(first!).getByRole('textbox');
    await userEvent.type(input, '600 12 34 56');
    await userEvent.tab();
    await expect(input).toHaveValue('+34600123456');
    await userEvent.click(within(short!).getByRole('button'));
    await expect(within(short!).getByRole('alert')).not.toHaveTextContent(/^$/);
  },
};
