-- A notification, taken in once per producer and key.
select howdah.notify('example', '{"key": "order-42", "type": "order.shipped", "to": ["queue:example.shipped"],
                                  "subject": "Order 42", "data": {"order": 42}}')
     = howdah.notify('example', '{"key": "order-42", "type": "order.shipped", "to": ["queue:example.shipped"],
                                  "subject": "Order 42", "data": {"order": 42}}') as taken_in_once;
