import type { Meta, StoryObj } from '@storybook/react-vite';
import { Icon } from '../../web/ui/Icon.tsx';
import css from '../../web/ui/tokens.css?raw';
import { Shelf } from './Shelf.tsx';
import styles from './Tokens.module.css';

const meta = { title: 'Design system/Foundations' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Colours: Story = {
  render: () => (
    <Shelf
      title="Colours"
      use="Every colour has a name that says what it is for; a component never names a colour itself. By night each has another value."
    >
      <ul className={styles.swatches}>
        {tokensOf('color').map((name) => (
          <li key={name}>
            <span className={styles.swatch} style={{ background: `var(${name})` }} />
            <code>{name.replace('--color-', '')}</code>
          </li>
        ))}
      </ul>
    </Shelf>
  ),
};

export const Type: Story = {
  render: () => (
    <Shelf
      title="Type"
      use="Figtree in seven sizes: headings from l up, text in m, remarks in s and xs. Headings are a little tighter and stronger."
    >
      {tokensOf('text').map((name) => (
        <p key={name} style={{ fontSize: `var(${name})` }}>
          {name.replace('--text-', '')}: Tonight you may rest. Esta noche puedes descansar.
        </p>
      ))}
    </Shelf>
  ),
};

export const Spacing: Story = {
  render: () => (
    <Shelf
      title="Spacing"
      use="The distance between two things says how much they belong together: 1 to 3 within a control, 4 and 5 between controls, 6 to 8 between parts of a page."
    >
      {tokensOf('space').map((name) => (
        <div key={name} className={styles.row}>
          <code>{name.replace('--space-', '')}</code>
          <span className={styles.length} style={{ width: `var(${name})` }} />
        </div>
      ))}
    </Shelf>
  ),
};

export const CornersAndDepth: Story = {
  render: () => (
    <Shelf
      title="Corners and depth"
      use="Small corners on what is in a control, medium on controls and cards, large on panels. Shadows lift what can be moved away: 1 a card, 2 a menu, 3 a dialog."
    >
      <ul className={styles.swatches}>
        {tokensOf('radius').map((name) => (
          <li key={name}>
            <span className={styles.card} style={{ borderRadius: `var(${name})` }} />
            <code>{name.replace('--', '')}</code>
          </li>
        ))}
        {tokensOf('shadow').map((name) => (
          <li key={name}>
            <span className={styles.card} style={{ boxShadow: `var(${name})` }} />
            <code>{name.replace('--', '')}</code>
          </li>
        ))}
      </ul>
    </Shelf>
  ),
};

const icons = ['back', 'forward', 'down', 'check', 'close', 'alert', 'mail', 'profile', 'logout'] as const;

export const Icons: Story = {
  render: () => (
    <Shelf
      title="Icons"
      use="Lines in the colour of the text, always beside words or on a control that has a name: an icon alone says nothing to a screen reader."
    >
      <ul className={styles.swatches}>
        {icons.map((name) => (
          <li key={name}>
            <Icon name={name} size={32} />
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </Shelf>
  ),
};

/** The names of the design's decisions (`--color-page`, …) that begin so, in the order of `web/ui/tokens.css`. */
function tokensOf(kind: string): readonly string[] {
  const names = [...css.matchAll(/^\s*(--[a-z0-9-]+):/gm)].map(([, name]) => name!);
  return [...new Set(names)].filter((name) => name.startsWith(`--${kind}-`));
}
