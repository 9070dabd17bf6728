import type { CompiledFunnel, VisitInput } from '../../engine/model.ts';
import styles from './Player.module.css';

interface Props {
  readonly funnel: CompiledFunnel;
  readonly input: VisitInput;
  readonly onChange: (input: VisitInput) => void;
}

/** What is known of a visit before its first step: the variants, the query parameters, the limit of steps. */
export function InputForm({ funnel, input, onChange }: Props) {
  const { variants = {}, query = {}, stepsLimit } = input;
  return (
    <section aria-labelledby="input">
      <h2 id="input">Where the visit comes from</h2>
      <div className={styles.inputs}>
        {funnel.experiments.map(({ name, variants: offered }) => (
          <label key={name}>
            Variant of {name}
            <select
              value={variants[name] ?? offered[0]?.name}
              onChange={(event) => onChange({ ...input, variants: { ...variants, [name]: event.target.value } })}
            >
              {offered.map((variant) => (
                <option key={variant.name}>{variant.name}</option>
              ))}
            </select>
          </label>
        ))}
        {funnel.hiddenFields.map((name) => (
          <label key={name}>
            Query parameter {name}
            <input
              value={query[name] ?? ''}
              onChange={(event) => onChange({ ...input, query: withValue(query, name, event.target.value) })}
            />
          </label>
        ))}
        <label>
          stepsLimit
          <input
            type="number"
            min={1}
            max={funnel.steps.length}
            placeholder="none"
            value={stepsLimit ?? ''}
            onChange={(event) => onChange(withLimit(input, event.target.valueAsNumber))}
          />
        </label>
      </div>
    </section>
  );
}

function withValue(query: Readonly<Record<string, string>>, name: string, value: string): Record<string, string> {
  const { [name]: _, ...others } = query;
  return value === '' ? others : { ...others, [name]: value };
}

function withLimit(input: VisitInput, limit: number): VisitInput {
  const { stepsLimit: _stepsLimit, ...others } = input;
  return Number.isNaN(limit) ? others : { ...others, stepsLimit: limit };
}
