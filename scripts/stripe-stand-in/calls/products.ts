import { newId } from '../objects/fields.ts';
import { newProduct } from '../objects/price.ts';
import { badRequest } from '../stripe-fault.ts';
import { find, list, retrieve, type Operation } from './operation.ts';

const fields = ['name', 'description', 'active', 'metadata'];

const create: Operation = {
  method: 'POST',
  path: '/v1/products',
  takes: ['id', ...fields],
  run({ books, params }) {
    const id = params.text('id') ?? newId('prod');
    if (books.tables.products.get(id)) {
      throw badRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
    }
    const product = newProduct({
      id,
      created: books.timeOf(null),
      name: params.required('name'),
      description: params.text('description'),
      active: params.flag('active') ?? true,
      metadata: params.metadata(),
    });
    books.tables.products.put(product);
    books.emit('product.created', product);
    return product;
  },
};

const update: Operation = {
  method: 'POST',
  path: '/v1/products/:id',
  takes: fields,
  run({ books, id, params }) {
    const before = find(books, 'products', id);
    const { row, previous } = books.change('products', id, {
      name: params.text('name') ?? before.name,
      active: params.flag('active') ?? before.active,
      ...(params.has('description') && { description: params.text('description') }),
      metadata: params.metadata(before.metadata),
      updated: books.timeOf(null),
    });
    books.emit('product.updated', row, previous);
    return row;
  },
};

export const productOperations: readonly Operation[] = [
  create,
  list({
    path: '/v1/products',
    table: 'products',
    equal: ['active'],
    takes: ['ids'],
    filter: ({ id }, params) => !params.has('ids') || params.texts('ids').includes(id),
  }),
  retrieve('/v1/products/:id', 'products'),
  update,
];
