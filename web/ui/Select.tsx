import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { useId, useRef } from 'react';
import { useTranslation } from '../translation.tsx';
import { Icon } from './Icon.tsx';
import { chosenOf, tellChange, titled, type SelectProps, type TitledOption } from './select-options.ts';
import { SelectChips } from './SelectChips.tsx';
import { SelectPopup } from './SelectPopup.tsx';
import styles from './Select.module.css';
import { useScripted } from './use-scripted.ts';

/** The select of the specification (section 2): single, or multiple with removable chips. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  // Base UI's hidden input carries an inline style, which prerendered pages may not: it comes with the script.
  return useScripted() ? <ScriptedSelect {...props} /> : <PlainSelect {...props} />;
}

function ScriptedSelect<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel = false, small = false, clearable = false, disabled = false } = props;
  const { t } = useTranslation('site');
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const options = titled(props.options);
  const chosen = chosenOf(props, options);

  const remove = (value: Value) => {
    if (props.multiple) props.onChange(props.value.filter((each) => each !== value));
    trigger.current?.focus();
  };
  const clear = () => {
    if (props.multiple) props.onChange([]);
    else props.onChange(null);
    trigger.current?.focus();
  };

  return (
    <Base.Root<Value, boolean>
      items={options.map(({ value, title }) => ({ value, label: title }))}
      multiple={props.multiple ?? false}
      value={props.multiple ? [...props.value] : props.value}
      onValueChange={(value) => tellChange(props, options, value)}
      modal={false}
      disabled={disabled}
    >
      <Base.Label className={hideLabel ? 'unseen' : styles.label}>{label}</Base.Label>
      <div ref={box} className={boxClass(small, disabled)}>
        <div className={styles.chosen}>
          {props.multiple && (
            <SelectChips
              chosen={chosen}
              disabled={disabled}
              labelOf={(title) => t('select.remove', { title })}
              onRemove={remove}
            />
          )}
          <Base.Trigger ref={trigger} className={styles.trigger}>
            <Base.Value className={styles.value}>
              {() => (
                <TriggerWords {...props} chosen={chosen} placeholder={props.placeholder ?? t('select.placeholder')} />
              )}
            </Base.Value>
            <Base.Icon className={styles.icon}>
              <Icon name="down" size={20} />
            </Base.Icon>
          </Base.Trigger>
        </div>
        {clearable && chosen.length > 0 && !disabled && (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('select.clear_label', { label })}
            onClick={clear}
          >
            <Icon name="close" size={18} />
          </button>
        )}
      </div>
      {/* The Content-Security-Policy forbids the style element that the popup would bring for its scrollbar. */}
      <CSPProvider disableStyleElements>
        <SelectPopup options={options} anchor={box} />
      </CSPProvider>
    </Base.Root>
  );
}

interface WordsProps {
  readonly multiple?: boolean;
  readonly chosen: readonly TitledOption<string>[];
  readonly placeholder: string;
}

/** Chips show what is chosen; else the one title does, or the placeholder. */
function TriggerWords({ multiple = false, chosen, placeholder }: WordsProps) {
  if (chosen.length === 0) return <span className={styles.placeholder}>{placeholder}</span>;
  if (!multiple) return chosen[0]!.title;
  return <span className="unseen">{chosen.map(({ title }) => title).join(', ')}</span>;
}

/** The same to look at, before the script runs. */
function PlainSelect<Value extends string>(props: SelectProps<Value>) {
  const { t } = useTranslation('site');
  const id = useId();
  const chosen = chosenOf(props, titled(props.options));
  return (
    <>
      <div id={id} className={props.hideLabel ? 'unseen' : styles.label}>
        {props.label}
      </div>
      <div className={boxClass(props.small ?? false, props.disabled ?? false)}>
        <button type="button" className={styles.trigger} aria-labelledby={id} disabled={props.disabled}>
          <span className={styles.value}>
            {chosen.map(({ title }) => title).join(', ') || (
              <span className={styles.placeholder}>{props.placeholder ?? t('select.placeholder')}</span>
            )}
          </span>
          <span className={styles.icon}>
            <Icon name="down" size={20} />
          </span>
        </button>
      </div>
    </>
  );
}

function boxClass(small: boolean, disabled: boolean): string {
  return [styles.box, small && styles.small, disabled && styles.disabled].filter(Boolean).join(' ');
}
