import type { Testimonial } from '../../../engine/model.ts';
import styles from './display.module.css';

/** What members have said, in their own words. */
export function Testimonials({ testimonials }: { readonly testimonials: readonly Testimonial[] }) {
  return (
    <ul className={styles.testimonials}>
      {testimonials.map(({ name, text, about }) => (
        <li key={name + text}>
          <figure>
            <blockquote>{text}</blockquote>
            <figcaption>
              <strong>{name}</strong>
              {about !== undefined && <span>{about}</span>}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
