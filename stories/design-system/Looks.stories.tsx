import type { Meta, StoryObj } from '@storybook/react-vite';
import { palette } from '../../content/brand.ts';
import { drawLook, type LookValue } from '../../engine/author/look/draw-look.ts';
import { Scene } from '../../web/quiz/Scene.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Example, Shelf } from './Shelf.tsx';
import styles from './Tokens.module.css';

const meta: Meta = { title: 'Design system/Looks of quizzes' };
export default meta;
type Story = StoryObj;

const names = <Name extends string>(of: Readonly<Record<Name, unknown>>) => Object.keys(of) as Name[];
/** How far a quiz is, in percent. */
const moments = [0, 50, 100];

const scenesIn = (light: NonNullable<LookValue['light']>): Story => ({
  name: `Scenes, ${light}`,
  render: () => (
    <Shelf
      title={`Scenes, ${light}`}
      use={`The picture above the screens that are there to be read, and how it changes from the first step to the last. In the flow: look: { scene: meadow, light: ${light} }.`}
    >
      {names(palette.lands).map((scene) => (
        <Example key={scene} name={`scene: ${scene}`}>
          <div className={styles.scenes}>
            {moments.map((percent) => (
              <Scene
                key={percent}
                id={`${scene}:${light}:${percent}:`}
                drawing={drawLook(palette, { scene, light }).scene}
                percent={percent}
              />
            ))}
          </div>
        </Example>
      ))}
    </Shelf>
  ),
});

export const Night = scenesIn('night');
export const Morning = scenesIn('morning');
export const Sunrise = scenesIn('sunrise');
export const Rain = scenesIn('rain');

export const Accents: Story = {
  render: () => (
    <Shelf
      title="Accents"
      use="The colour of buttons, links and what is chosen, on the pages of one quiz, its result and its plan. In the flow: look: { accent: sea }. The site's own is dusk."
    >
      {['dusk', ...names(palette.accents)].map((accent) => (
        <Example key={accent} name={`accent: ${accent}`}>
          <div data-accent={accent}>
            <Button>Continue</Button>
            <p>
              Words with <a href="#accents">a link</a>.
            </p>
          </div>
        </Example>
      ))}
    </Shelf>
  ),
};
