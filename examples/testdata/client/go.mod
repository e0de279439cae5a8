module client

go 1.26.0

require wobbly v0.0.0

replace wobbly => ../../..
